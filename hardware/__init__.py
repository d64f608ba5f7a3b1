"""The parts that players touch: dice line, seat buttons, lights. A library; it imports nothing of the companion."""
