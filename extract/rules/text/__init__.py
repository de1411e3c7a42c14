"""What is wrong in running text: where links end, what they lead to, and what their labels say."""
