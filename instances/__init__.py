"""What a problem is: one validated, frozen class per problem, with reading and generating."""
