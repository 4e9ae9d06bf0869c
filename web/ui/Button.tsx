import type { ComponentProps, MouseEvent } from 'react'
import { Link } from './Link.tsx'

type Variant = 'primary' | 'secondary' | 'quiet'

const SHAPE =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-full py-2 text-center font-semibold no-underline transition-colors'

const LOOKS: Record<Variant, string> = {
  primary: 'px-7 bg-accent text-card hover:bg-accent-deep hover:text-card',
  secondary: 'px-7 border border-edge bg-card text-ink hover:border-accent hover:text-accent',
  quiet:
    'text-left -mx-3 min-h-11 px-3 text-accent underline decoration-accent/40 hover:bg-accent-soft hover:text-accent-deep',
}

const DISABLED_LOOK = 'disabled:border-transparent disabled:bg-sand disabled:text-muted disabled:no-underline'

const lookOf = (variant: Variant, className = '') => `${SHAPE} ${LOOKS[variant]} ${className}`

type Props = ComponentProps<'button'> & { variant?: Variant; isBusy?: boolean }

/** A button. While busy it shows a spinner, keeps its size and focus, and ignores clicks. */
export function Button({ variant = 'primary', isBusy = false, className, children, onClick, ...button }: Props) {
  const refuse = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      {...button}
      className={`${lookOf(variant, className)} ${DISABLED_LOOK}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || button['aria-disabled']}
      onClick={isBusy ? refuse : onClick}
    >
      {isBusy && (
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export const ButtonLink = ({
  variant = 'primary',
  className,
  ...link
}: ComponentProps<typeof Link> & { variant?: Variant }) => <Link {...link} className={lookOf(variant, className)} />
