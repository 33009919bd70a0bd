; Calls.
(invocation_expression function: (identifier) @name) @reference.call
(invocation_expression function: (generic_name (identifier) @name)) @reference.call
(invocation_expression function: (member_access_expression name: (identifier) @name)) @reference.call
(invocation_expression function: (member_access_expression name: (generic_name (identifier) @name))) @reference.call
(invocation_expression function: (conditional_access_expression (member_binding_expression name: (identifier) @name))) @reference.call
(invocation_expression function: (conditional_access_expression (member_binding_expression name: (generic_name (identifier) @name)))) @reference.call

; Instances and attributes.
(object_creation_expression type: (identifier) @name) @reference.class
(object_creation_expression type: (generic_name (identifier) @name)) @reference.class
(object_creation_expression type: (qualified_name name: (identifier) @name)) @reference.class
(object_creation_expression type: (qualified_name name: (generic_name (identifier) @name))) @reference.class
(attribute name: (identifier) @name) @reference.class
(attribute name: (generic_name (identifier) @name)) @reference.class
(attribute name: (qualified_name name: (identifier) @name)) @reference.class

; Bases.
(base_list (identifier) @name) @reference.class
(base_list (generic_name (identifier) @name)) @reference.class
(base_list (qualified_name name: (identifier) @name)) @reference.class
(base_list (qualified_name name: (generic_name (identifier) @name))) @reference.class
(base_list (primary_constructor_base_type type: (identifier) @name)) @reference.class

; Types.
(_ type: (identifier) @name) @reference.type
(_ returns: (identifier) @name) @reference.type
(_ type: (generic_name (identifier) @name)) @reference.type
(_ returns: (generic_name (identifier) @name)) @reference.type
(_ type: (nullable_type type: (identifier) @name)) @reference.type
(type_argument_list (identifier) @name) @reference.type
