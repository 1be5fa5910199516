"""What reads a submission, and what is known of it before anything runs."""
