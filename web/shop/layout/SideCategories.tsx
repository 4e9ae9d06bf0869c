import { useEffect, useState } from 'react'
import type { Category } from '#contract/products.ts'
import { callApi } from '#web/lib/call-api.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { SideLink, SideSection } from './SideLink.tsx'

/** Links to the categories in the side menu; nothing until they are known. */
export function SideCategories() {
  const [categories, setCategories] = useState<Category[]>([])
  useEffect(() => {
    callApi({ url: '/api/categories' }, undefined).then(
      (answer) => setCategories(answer as Category[]),
      // The shop's page has them, too.
      () => {},
    )
  }, [])
  if (categories.length === 0) return null
  return (
    <SideSection title={LAYOUT.categories}>
      {categories.map(({ label, slug }) => (
        <SideLink key={slug} to={`/category/${encodeURIComponent(slug)}`} label={label} />
      ))}
    </SideSection>
  )
}
