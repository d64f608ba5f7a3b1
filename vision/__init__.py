"""Reading a hex board in a picture. A library; it imports nothing of the companion."""
