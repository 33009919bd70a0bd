; Bases.
(extends_clause value: (identifier) @name) @reference.class
(extends_clause value: (member_expression property: (_) @name)) @reference.class
(implements_clause (type_identifier) @name) @reference.class
(implements_clause (generic_type name: (type_identifier) @name)) @reference.class
(extends_type_clause type: (type_identifier) @name) @reference.class
(extends_type_clause type: (generic_type name: (type_identifier) @name)) @reference.class

; Types in annotations, aliases and arguments.
(type_annotation (type_identifier) @name) @reference.type
(type_annotation (generic_type name: (type_identifier) @name)) @reference.type
(type_annotation (array_type (type_identifier) @name)) @reference.type
(union_type (type_identifier) @name) @reference.type
(intersection_type (type_identifier) @name) @reference.type
(type_arguments (type_identifier) @name) @reference.type
(nested_type_identifier name: (type_identifier) @name) @reference.type
