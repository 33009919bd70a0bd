; Calls.
(method_invocation name: (identifier) @name) @reference.call
(method_reference (identifier) @name .) @reference.call

; Instances and bases.
(object_creation_expression type: (type_identifier) @name) @reference.class
(object_creation_expression type: (generic_type (type_identifier) @name)) @reference.class
(object_creation_expression type: (scoped_type_identifier (type_identifier) @name .)) @reference.class
(superclass (type_identifier) @name) @reference.class
(superclass (generic_type (type_identifier) @name)) @reference.class
(type_list (type_identifier) @name) @reference.class
(type_list (generic_type (type_identifier) @name)) @reference.class

; Types.
(type_identifier) @name @reference.type
