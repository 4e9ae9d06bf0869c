import { closedNotice } from '#contract/delivery.ts'
import type { ClosedNow } from '#contract/shop-info.ts'
import { LAYOUT } from '../../texts/shop.ts'
import { Link } from '../../ui/Link.tsx'
import { useShop } from '../shop/use-shop.ts'

const LINE = 'block px-5 py-2.5 text-center text-sm font-medium text-balance break-words text-card'

/** Above every page: time off, and the seller's notice while its days last. */
export function NoticeBar() {
  const { notice, closed } = useShop()
  if (!notice && !closed) return null
  return (
    <aside aria-label={LAYOUT.notice} className="bg-accent-deep">
      {closed && <ClosedLine closed={closed} />}
      {notice?.path && (
        <Link to={notice.path} className={`${LINE} decoration-card hover:text-card hover:decoration-card`}>
          {notice.text}
        </Link>
      )}
      {notice && !notice.path && <p className={LINE}>{notice.text}</p>}
    </aside>
  )
}

/** That the seller is away, and when orders open again or ship. */
export const ClosedLine = ({ closed }: { closed: ClosedNow }) => <p className={LINE}>{closedNotice(closed)}</p>
