// The script of the application's pages.
import './app.css'
import { loadReact, nextTask } from './load-react.ts'

await loadReact()
await import('./api.ts')
await nextTask()
const { startApp } = await import('./start-app.tsx')
await startApp()
