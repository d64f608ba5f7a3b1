"""The parts that players touch: the dice line, seat buttons and lights. A library; it imports nothing of the companion."""
