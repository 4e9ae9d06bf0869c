// Stands in for pg_controldata, which the package that PostgreSQL comes from lacks and Patroni calls.
import { controlData } from './control-file.ts'

for (const [name, value] of Object.entries(await controlData(process.argv[2] ?? ''))) console.log(`${name}: ${value}`)
