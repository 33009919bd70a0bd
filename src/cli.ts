import { runCli } from './node/cli/runCli';

void runCli(process.argv.slice(2)).then(exitCode => {
	process.exitCode = exitCode;
});
