"""The figures that ``scripts/bench`` prints, a module each: rules, store, vision, screen, dice."""
