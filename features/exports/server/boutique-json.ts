import { AdminProduct } from '#contract/admin/products.ts'
import { choicePhoto, type ExportedProduct, type FileFormat, type Source } from './exported-product.ts'

/**
 * The shop's own JSON: the products as the API answers them, without what is of this shop alone, such as ids. A product
 * stands on a line.
 */
export const boutiqueJson: FileFormat = {
  extension: 'json',
  start: () => '{"products":[\n',
  textOf: (product, source) => JSON.stringify(contentOf(product, source)),
  between: ',\n',
  end: '\n]}\n',
  hasDrafts: true,
}

function contentOf(product: ExportedProduct, source: Source) {
  const { _id, version, isLow, collectionIds, createdAt, categoryLabel, ...content } = AdminProduct.encode(product)
  return {
    ...content,
    category: categoryLabel,
    images: content.images.map(({ alt, focus }, at) => ({
      ...{ Location: source.photo(product, at), alt },
      ...(focus && { focus }),
    })),
    ...(content.choices && {
      choices: content.choices.map(({ _id, slug, photo, ...choice }) => ({
        ...choice,
        photo: choicePhoto(product, photo, source) || null,
      })),
    }),
    ...(product.collectionNames.length > 0 && { collections: product.collectionNames.map((name) => ({ name })) }),
  }
}
