// The owner's command line: `npm run shop -- <command>`. It works while the shop runs, and when it does not.
import { runCommand } from './commands.ts'

process.umask(0o077)
process.exitCode = await runCommand(process.argv.slice(2), process.env)
