; Calls, with and without arguments.
(call method: (identifier) @name) @reference.call
(call method: (constant) @name) @reference.call
(body_statement (identifier) @name) @reference.call

; Bases and mixins.
(superclass (constant) @name) @reference.class
(superclass (scope_resolution name: (constant) @name)) @reference.class
(call
	method: (identifier) @method
	arguments: (argument_list (constant) @name)
	(#any-of? @method "include" "extend" "prepend")) @reference.class
(call receiver: (constant) @name method: (identifier) @method (#eq? @method "new")) @reference.class
(call receiver: (scope_resolution name: (constant) @name) method: (identifier) @method (#eq? @method "new")) @reference.class

; Constants.
(constant) @name @reference.type
