; Calls.
(call_expression function: (identifier) @name (#not-eq? @name "require")) @reference.call
(call_expression function: (member_expression property: (_) @name)) @reference.call
(call_expression function: (parenthesized_expression (identifier) @name)) @reference.call

; Instances.
(new_expression constructor: (identifier) @name) @reference.class
(new_expression constructor: (member_expression property: (_) @name)) @reference.class
