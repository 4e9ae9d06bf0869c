import { Icon } from '../../../ui/Icon.tsx'

type Props = { label: string; to: 'up' | 'down'; isOff: boolean; onMove(): void }

/** A button that moves a row of an ordered list up or down. */
export const Mover = ({ label, to, isOff, onMove }: Props) => (
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
