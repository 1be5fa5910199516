"""An expression that is nested more deeply than the compiler can stand."""
x = @MINUS@1
