"""Be the memory of other frameworks' agents: each module speaks one framework's own protocol."""
