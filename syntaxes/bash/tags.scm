; Calls: every command may be a function.
(command name: (command_name (word) @name)) @reference.call
