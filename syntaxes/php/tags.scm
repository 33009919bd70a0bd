; Calls.
(function_call_expression function: (name) @name) @reference.call
(function_call_expression function: (qualified_name (name) @name)) @reference.call
(member_call_expression name: (name) @name) @reference.call
(nullsafe_member_call_expression name: (name) @name) @reference.call
(scoped_call_expression name: (name) @name) @reference.call

; Instances, bases and traits.
(object_creation_expression (name) @name) @reference.class
(object_creation_expression (qualified_name (name) @name)) @reference.class
(scoped_call_expression scope: (name) @name) @reference.class
(base_clause (name) @name) @reference.class
(base_clause (qualified_name (name) @name)) @reference.class
(class_interface_clause (name) @name) @reference.class
(class_interface_clause (qualified_name (name) @name)) @reference.class
(declaration_list (use_declaration (name) @name)) @reference.class

; Types.
(named_type (name) @name) @reference.type
(named_type (qualified_name (name) @name)) @reference.type
