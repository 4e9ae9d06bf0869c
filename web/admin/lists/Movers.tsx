import { MOVING } from '#web/texts/admin.ts'
import { Icon } from '#web/ui/Icon.tsx'

type Props = { name: string; isFirst: boolean; isLast: boolean; onMove(by: 1 | -1): void; className: string }

/** The buttons that move a row of an ordered list up and down (`useMoving`). */
export const Movers = ({ name, isFirst, isLast, onMove, className }: Props) => (
  <span className={`flex shrink-0 ${className}`}>
    <Mover label={MOVING.move(name, 'up')} to="up" isOff={isFirst} onMove={() => onMove(-1)} />
    <Mover label={MOVING.move(name, 'down')} to="down" isOff={isLast} onMove={() => onMove(1)} />
  </span>
)

const Mover = ({ label, to, isOff, onMove }: { label: string; to: 'up' | 'down'; isOff: boolean; onMove(): void }) => (
  <button
    type="button"
    data-move={to}
    disabled={isOff}
    aria-label={label}
    onClick={onMove}
    className="grid size-11 place-items-center rounded-full hover:bg-sand hover:text-accent disabled:bg-transparent disabled:text-line"
  >
    <Icon name={to} />
  </button>
)
