(class_declaration name: (identifier) @name) @definition.class @scope
(interface_declaration name: (identifier) @name) @definition.interface @scope
(annotation_type_declaration name: (identifier) @name) @definition.interface @scope
(enum_declaration name: (identifier) @name) @definition.class @scope
(record_declaration name: (identifier) @name) @definition.class @scope
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(method_declaration name: (identifier) @name) @definition.method @scope
(constructor_declaration name: (identifier) @name) @definition.method @scope
(compact_constructor_declaration name: (identifier) @name) @definition.method @scope
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(enum_constant name: (identifier) @name) @definition.field @scope
(field_declaration (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration (variable_declarator name: (identifier) @name)) @definition.field
(object_creation_expression (class_body) @anonymous)
