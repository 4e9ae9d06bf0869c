// Texts of the suggestions while somebody types a search, which load with them.

export const SUGGESTIONS = {
  title: 'Suggestions',
  categories: 'Categories',
  collections: 'Collections',
  pieces: (matchedWords?: string) => (matchedWords === undefined ? 'Pieces' : `Pieces that match “${matchedWords}”`),
  all: 'Everything',
  allResults: (keyword: string) => `See all results for “${keyword}”`,
  announcement: (count: number) =>
    count === 0
      ? 'No suggestions'
      : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}. Use the arrow keys to choose.`,
}
