import { createRoot } from 'react-dom/client'
import { WishedPieces } from './WishedPieces.tsx'

/** Shows the pieces of the browser's wish list in this element. */
export const showWishes = (place: HTMLElement) => createRoot(place).render(<WishedPieces />)
