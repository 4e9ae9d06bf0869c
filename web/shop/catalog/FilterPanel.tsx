import { titleCase } from '#contract/categories.ts'
import { COLORS, type Color, type Filters } from '#contract/filters.ts'
import { formatDollars } from '#contract/money.ts'
import type { Facets, ProductPage } from '#contract/products.ts'
import { FILTERS } from '#web/texts/catalog.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { FILTER_FORM } from './list-ids.ts'

const PANEL = 'filter-panel'

/** Opens the filter drawer below 991 px; works before JavaScript loads. */
export const FilterButton = ({ count }: { count: number }) => (
  <button
    type="button"
    popoverTarget={PANEL}
    className="inline-flex min-h-12 items-center gap-2 rounded-md border border-edge bg-card px-4 font-medium hover:border-ink lg:hidden"
  >
    <Icon name="sliders" />
    {FILTERS.title}
    {count > 0 && (
      <span className="grid size-6 place-items-center rounded-full bg-accent text-xs font-semibold text-card">
        {count}
        <span className="sr-only"> {FILTERS.set}</span>
      </span>
    )}
  </button>
)

type Props = { action: string; filters: Filters; facets: Facets; list: Pick<ProductPage, 'total' | 'more'> }

/** Filter form: beside the list, or a drawer on phones. A script submits it at every change (filter-form.ts). */
export function FilterPanel({ action, filters, facets, list }: Props) {
  return (
    <section
      id={PANEL}
      popover="auto"
      aria-label={FILTERS.panel}
      className="bg-paper text-ink max-lg:open:fixed max-lg:open:top-0 max-lg:open:right-0 max-lg:open:left-auto max-lg:open:flex max-lg:open:h-dvh max-lg:open:max-h-none max-lg:open:w-96 max-lg:open:max-w-full max-lg:open:flex-col max-lg:open:shadow-lg max-lg:backdrop:bg-shade/45 lg:static lg:block lg:overflow-visible"
    >
      <div className="flex items-center justify-between py-3 pr-2 pl-5 lg:p-0">
        <h2 className="lg:mb-3">{FILTERS.title}</h2>
        <button
          type="button"
          popoverTarget={PANEL}
          popoverTargetAction="hide"
          aria-label={FILTERS.close}
          className="grid size-11 place-items-center lg:hidden"
        >
          <Icon name="close" />
        </button>
      </div>
      <form
        id={FILTER_FORM}
        action={action}
        className="grid content-start gap-7 max-lg:grow max-lg:overflow-y-auto max-lg:px-5 max-lg:pt-1 max-lg:pb-6"
      >
        <ColorField filters={filters} facets={facets} />
        <PriceFields filters={filters} facets={facets} />
        <StockField filters={filters} facets={facets} />
        <Button className="without-scripts max-lg:hidden">{FILTERS.showPieces}</Button>
      </form>
      <div className="border-t border-line p-4 lg:hidden">
        <Button form={FILTER_FORM} className="w-full" data-closes={PANEL}>
          {FILTERS.show(list)}
        </Button>
      </div>
    </section>
  )
}

type PartProps = Pick<Props, 'filters' | 'facets'>

const CHIP =
  'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge bg-card px-3 text-sm hover:border-accent lg:border-transparent lg:bg-transparent lg:px-2 has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-deep has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent'

function ColorField({ filters, facets }: PartProps) {
  const counts = new Map(facets.colors.map(({ color, count }) => [color, count]))
  const offeredColors = COLORS.filter((color) => counts.has(color) || color === filters.color)
  const choice = (value: Color | '') => ({
    type: 'radio',
    id: `color-${value}`,
    name: 'color',
    value,
    defaultChecked: (filters.color ?? '') === value,
    className: 'sr-only',
  })
  if (offeredColors.length < 2 && !filters.color) return null
  return (
    <fieldset>
      <legend className="mb-2 text-sm">{FILTERS.color}</legend>
      <div className="relative flex flex-wrap gap-2 lg:-mx-2 lg:grid lg:grid-cols-2 lg:gap-x-1 lg:gap-y-0">
        <label className={CHIP}>
          <input {...choice('')} />
          {FILTERS.any}
        </label>
        {offeredColors.map((color) => (
          <label key={color} className={CHIP}>
            <input {...choice(color)} />
            <span aria-hidden="true" className={`size-4 shrink-0 rounded-full border border-edge ${SWATCHES[color]}`} />
            {titleCase(color)} {!facets.more && <span className="text-muted">{counts.get(color) ?? 0}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function PriceFields({ filters, facets }: PartProps) {
  if (facets.minPrice === facets.maxPrice && !filters.minPrice && !filters.maxPrice) return null
  const field = (name: 'minPrice' | 'maxPrice') => ({
    id: name,
    name,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 9,
    defaultValue: filters[name] ?? '',
  })
  return (
    <fieldset>
      <legend className="mb-2 text-sm">{FILTERS.price}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field label={FILTERS.from} placeholder={dollars(facets.minPrice)} {...field('minPrice')} />
        <Field label={FILTERS.to} placeholder={dollars(facets.maxPrice)} {...field('maxPrice')} />
      </div>
    </fieldset>
  )
}

const dollars = (cents: number) => formatDollars(cents).replace(/^\$|\.00$/g, '')

const StockField = ({ filters, facets }: PartProps) => (
  <CheckField
    label={facets.more ? FILTERS.inStock : FILTERS.inStockCount(facets.inStock)}
    id="inStock"
    name="inStock"
    value="true"
    defaultChecked={filters.inStock === 'true'}
  />
)

/** Complete class names, because Tailwind generates only classes that it finds in the sources. */
const SWATCHES: Record<Color, string> = {
  red: 'bg-swatch-red',
  pink: 'bg-swatch-pink',
  orange: 'bg-swatch-orange',
  yellow: 'bg-swatch-yellow',
  green: 'bg-swatch-green',
  blue: 'bg-swatch-blue',
  purple: 'bg-swatch-purple',
  brown: 'bg-swatch-brown',
  cream: 'bg-swatch-cream',
  white: 'bg-swatch-white',
  gray: 'bg-swatch-gray',
  black: 'bg-swatch-black',
  gold: 'bg-swatch-gold',
  silver: 'bg-swatch-silver',
  rainbow: 'bg-swatch-rainbow',
}
