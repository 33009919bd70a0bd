; Bases.
(class_heritage (identifier) @name) @reference.class
(class_heritage (member_expression property: (_) @name)) @reference.class
(class_heritage (call_expression arguments: (arguments (identifier) @name))) @reference.class
