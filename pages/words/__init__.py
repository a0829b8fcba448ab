"""What pages say: the facts of an event as sentences in the reader's language."""
