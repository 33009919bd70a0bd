import * as vscode from 'vscode';
import { engineTranslator } from '../l10n/engineTranslator';

/** The engine's texts in the language of VS Code. */
export const engineText = engineTranslator(vscode.l10n.bundle);
