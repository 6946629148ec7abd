"""Turn conversations into turns that can be stored: from files today, whoever wrote them."""
