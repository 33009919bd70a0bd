import type { RefObject } from 'preact';

interface TextBoxProps {
	readonly id: string;
	readonly boxRef: RefObject<HTMLTextAreaElement | null>;
	readonly value: string;
	/** Id of the element that describes the recipient of the text. */
	readonly describedBy: string;
	readonly placeholder?: string;
	readonly readOnly?: boolean;
	readonly onText: (text: string) => void;
	/** Ctrl+Enter, as everywhere in VS Code. */
	readonly onSend: () => void;
	readonly onEscape?: () => void;
}

/** A text area with Ctrl+Enter and Escape. The caller renders its label. */
export function TextBox({ id, boxRef, value, describedBy, onText, onSend, onEscape, ...rest }: TextBoxProps) {
	return (
		<textarea
			{...rest}
			id={id}
			ref={boxRef}
			value={value}
			spellcheck={false}
			aria-describedby={describedBy}
			onInput={event => onText(event.currentTarget.value)}
			onKeyDown={event => {
				if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
					event.preventDefault();
					onSend();
				} else if (event.key === 'Escape') {
					onEscape?.();
				}
			}}
		/>
	);
}
