import * as vscode from 'vscode';
import { coreTranslator } from '../l10n/coreText';

/** Core's texts in the language of VS Code. */
export const coreText = coreTranslator(vscode.l10n.bundle);
