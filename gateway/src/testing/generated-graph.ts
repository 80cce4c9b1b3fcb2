/** A generated supergraph that covers every plan feature: keys, requires, provides, interfaces, unions, nested lists. */

import { composeServices } from '@apollo/composition';
import { buildSubgraphSchema } from '@apollo/subgraph';
import type { GraphQLSchema } from 'graphql';
import { parse } from 'graphql';

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7", import: [
  "@key", "@shareable", "@external", "@requires", "@provides", "@inaccessible", "@interfaceObject"])`;

const shared = `
  type Org @shareable { code: ID! name: String }
  type Money @shareable { amount: Float! currency: Currency! }
  enum Currency { USD EUR }
`;

const shop = `${link} ${shared}
  type Query {
    product(id: ID!): Product
    products(first: Int = 3): [Product]
    item(wish: Wish): Item
    items: [Item!]!
    any(colors: [Color!] = [RED]): [Any]
    grid: [[Product]]
    must: Product!
    media: [Media!]
    medium(id: ID): Media
    colors: [Color]
    reader: User
  }
  type Mutation { addProduct(wish: Wish!): Product! rename(id: ID!, title: String = "x"): Item count: Int! }
  input Wish { text: String! = "w" sizes: [Float!] color: Color = RED inner: Wish }
  enum Color { RED GREEN HIDDEN @inaccessible }
  interface Item { id: ID! title: String owner: User mark: String }
  type Product implements Item @key(fields: "id") @key(fields: "sku org { code }") {
    id: ID! sku: String! org: Org! title: String owner: User! size: Int price: Money parts: [Part!]
    lines: [Line!]! mark: String @external secret: String @inaccessible
  }
  type Part implements Item @key(fields: "id") { id: ID! title: String! owner: User of: Product color: Color mark: String! }
  type Gadget implements Item { id: ID! title: String owner: User mark: String }
  type Line { count: Int! product: Product }
  union Any = Product | Part | User
  interface Media @key(fields: "id") { id: ID! title: String }
  type Book implements Media @key(fields: "id") { id: ID! title: String pages: Int! by: User }
  type Film implements Media @key(fields: "id") { id: ID! title: String pages: String cut: Boolean }
  type User @key(fields: "id") { id: ID! joined: Stamp }
  scalar Stamp
`;

const reviews = `${link} ${shared}
  type Query { review(id: ID!): Review latest(first: Int): [Review!] user(id: ID!): User }
  type Mutation { addReview(text: String!): Review }
  type Product @key(fields: "sku org { code }") {
    sku: String! org: Org! size: Int @external price: Money @external
    weight: Float! @requires(fields: "size")
    shipping(zone: Zone = NEAR): Money @requires(fields: "size price { amount currency }")
    reviews(first: Int): [Review!]!
    best: Review
    mark: String
  }
  enum Zone { NEAR FAR }
  type User @key(fields: "id") { id: ID! nick: String! name: String @shareable reviews: [Review] peer: User }
  type Review @key(fields: "id") { id: ID! text: String product: Product author: User @provides(fields: "age") mood: Mood! }
  extend type User { age: Int @external }
  enum Mood { GLAD SAD }
`;

const people = `${link}
  type Query { people: [User!]! }
  type User @key(fields: "id") { id: ID! name: String @shareable age: Int @shareable nested: [[Note!]] friends: [User!] }
  type Note { text: String! by: User }
  type Review @key(fields: "id") { id: ID! stars: Int! replies(deep: Boolean = true): [[Note]] }
  type Part @key(fields: "id") { id: ID! stock: [Int] maker: User! }
  type Media @key(fields: "id") @interfaceObject { id: ID! likes: Int! fans: [User!] rank(by: ID = "z"): Int }
`;

const sdls: Record<string, string> = { shop, reviews, people };

export interface GeneratedGraph {
  sdl: string;
  schemas: Record<string, GraphQLSchema>;
}

export function generateGraph(): GeneratedGraph {
  const services = Object.entries(sdls).map(([name, sdl]) => ({ name, typeDefs: parse(sdl) }));
  const { supergraphSdl, errors } = composeServices(
    services.map((one) => ({ ...one, url: `http://${one.name}/graphql` })),
  );
  if (!supergraphSdl) throw new Error(String(errors));
  const schemas = services.map(({ name, typeDefs }) => [name, buildSubgraphSchema({ typeDefs })]);
  return { sdl: supergraphSdl, schemas: Object.fromEntries(schemas) };
}
