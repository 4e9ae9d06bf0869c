// The script of the application's pages.
import './app.css'
import { loadReact } from '#web/shop/visitor/load-react.ts'

await loadReact()
const { startApp } = await import('./start-app.tsx')
await startApp()
