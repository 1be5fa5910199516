"""What the speed and the margins are, one command each."""
