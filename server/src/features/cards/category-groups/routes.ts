import type * as contract from '@florin/contract/cards/category-groups';
import type { HandlersOf } from '../../../http/call.ts';
import { categoryGroupList, changeCategoryGroup, createCategoryGroup, deleteCategoryGroup } from './groups.ts';

export const categoryGroupsRoutes: HandlersOf<typeof contract> = {
  categoryGroupList,
  createCategoryGroup,
  changeCategoryGroup,
  deleteCategoryGroup,
};
