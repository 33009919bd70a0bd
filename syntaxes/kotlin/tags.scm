; Calls; an instance is made like one.
(call_expression . (identifier) @name) @reference.call
(call_expression . (navigation_expression (identifier) @name .)) @reference.call
(infix_expression (_) . (identifier) @name . (_)) @reference.call

; Bases.
(delegation_specifier (user_type (identifier) @name .)) @reference.class
(constructor_invocation (user_type (identifier) @name .)) @reference.class

; Types.
(user_type (identifier) @name .) @reference.type
