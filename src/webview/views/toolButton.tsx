import { Icon } from './icon';

interface ToolButtonProps {
	readonly icon: string;
	readonly name: string;
	/** The key that does the same. */
	readonly shortcut?: string;
	readonly isDisabled?: boolean;
	readonly onClick: () => void;
}

/** A button of a toolbar: an icon. */
export function ToolButton({ icon, name, shortcut, isDisabled = false, onClick }: ToolButtonProps) {
	const title = shortcut === undefined ? name : `${name} (${shortcut})`;
	return (
		<button type="button" title={title} aria-label={name} disabled={isDisabled} onClick={onClick}>
			<Icon name={icon} />
		</button>
	);
}
