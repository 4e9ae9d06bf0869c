// Which variants of a product fit what a buyer has selected of its options so far.
import type { UcpProduct, Variant } from './ucp-products.ts'

export type Selected = { name: string; label: string }

const labelOf = ({ options = [] }: Variant, axis: string) => options.find(({ name }) => name === axis)?.label

const fits = (variant: Variant, selected: Selected[]) =>
  selected.every(({ name, label }) => labelOf(variant, name) === label)

/**
 * The product with the variants that fit the selection, the one of `variantId` first and then alone. While none fits,
 * the selection loses an option: the last of the preferences, those that are no preference before them. Each value says
 * whether a variant has it beside the rest of the selection, and whether that can be bought.
 */
export function selectedProduct(
  product: UcpProduct,
  { variantId, selected = [], preferences = [] }: { variantId: string; selected?: Selected[]; preferences?: string[] },
) {
  const variants: Variant[] = product.variants
  const { options } = product
  const exact = variants.find(({ id }) => id === variantId)
  if (!options) return product
  const effective = exact?.options ?? fittingSelection(variants, selected, preferences)
  const matching = exact ? [exact] : variants.filter((variant) => fits(variant, effective))
  const shown = effective.length > 0 ? effective : (matching[0]?.options ?? [])
  return {
    ...product,
    selected: shown,
    variants: matching,
    options: options.map(({ name, values }) => {
      const rest = shown.filter((one) => one.name !== name)
      return {
        name,
        values: values.map(({ label }) => {
          const those = variants.filter((variant) => fits(variant, [...rest, { name, label }]))
          return {
            label,
            exists: those.length > 0,
            available: those.some(({ availability }) => availability.available),
          }
        }),
      }
    }),
  }
}

function fittingSelection(variants: Variant[], selected: Selected[], preferences: string[]): Selected[] {
  const rankOf = ({ name }: Selected) => (preferences.includes(name) ? preferences.indexOf(name) : preferences.length)
  const ranked = selected.toSorted((one, other) => rankOf(one) - rankOf(other))
  while (!variants.some((variant) => fits(variant, ranked))) ranked.pop()
  return ranked
}
