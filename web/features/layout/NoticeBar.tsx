import { LAYOUT } from '../../texts/shop.ts'
import { Link } from '../../ui/Link.tsx'
import { useShop } from '../shop/use-shop.ts'

const LINE = 'block px-5 py-2.5 text-center text-sm font-medium text-balance text-card'

/** The seller's notice above every page, while its days last. */
export function NoticeBar() {
  const { notice } = useShop()
  if (!notice) return null
  const { text, path } = notice
  return (
    <aside aria-label={LAYOUT.notice} className="bg-accent-deep">
      {path ? (
        <Link to={path} className={`${LINE} decoration-card hover:text-card hover:decoration-card`}>
          {text}
        </Link>
      ) : (
        <p className={LINE}>{text}</p>
      )}
    </aside>
  )
}
