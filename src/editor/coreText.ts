import * as vscode from 'vscode';
import { coreTranslator } from '../l10n/coreText';

/** What core says, in the language of VS Code. */
export const coreText = coreTranslator(vscode.l10n.bundle);
