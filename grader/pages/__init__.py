"""What every page is made with: theme, messages, templates, design tokens, Markdown, formulas."""
