DICE: str
