"""What a class handed in, from whatever it comes in: files, folders, archives."""
