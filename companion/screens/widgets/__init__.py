"""Our own widgets on Kivy's base, one noun a module."""
