import { isWordmark, logoLocation, monogramOf } from '#contract/look-choices.ts'
import { Zinnia } from '#web/ui/Zinnia.tsx'
import { useShop } from './use-shop.ts'

/** Whether the shop's logo is its name as a picture. */
export function useWordmark() {
  const { mark } = useShop()
  return mark.kind === 'logo' && isWordmark(mark)
}

/**
 * The logo of the shop, its monogram or its flower, `height` pixels high. `isPlain` on a background that no logo is
 * made for.
 */
export function Mark({ height, isPlain = false }: { height: number; isPlain?: boolean }) {
  const { name, mark } = useShop()
  if (mark.kind === 'flower') return <Zinnia className={height > 32 ? 'size-9' : 'size-7'} />
  if (mark.kind === 'logo') {
    if (isPlain) return null
    const width = Math.round((height * mark.width) / mark.height)
    return (
      <img
        src={logoLocation(mark.logo)}
        alt=""
        width={width}
        height={height}
        className="plate max-w-full object-contain"
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-accent font-serif text-lg leading-none font-medium tracking-normal text-card"
    >
      {monogramOf(mark.letters, name)}
    </span>
  )
}
